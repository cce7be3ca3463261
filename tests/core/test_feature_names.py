"""Features by name: groups that follow each other, and a digest that tells any change of them."""

import pytest

import farmtable
from farmtable.core.feature_names import digest_of, numbered


def test_groups_are_numbered_within() -> None:
    groups = {"points": 0, "supply": 1, "last": 3}
    assert numbered(groups, 4) == ("points.0", "supply.0", "supply.1", "last.0")


@pytest.mark.parametrize("groups", [{"late": 1}, {"one": 0, "same": 0}, {"one": 0, "beyond": 4}])
def test_groups_with_gaps_are_refused(groups: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="must begin at 0 and follow each other"):
        numbered(groups, 4)


@pytest.mark.parametrize("id", ["aehre", "agricola", "mi_tierra"])
def test_every_feature_has_a_name_of_its_own(id: str) -> None:
    names = farmtable.game(id).feature_names
    assert len(set(names)) == len(names) == farmtable.game(id).feature_count > 100
    assert digest_of(names) != digest_of(names[::-1])
