// Runs in the browser while no page of ours does: shows what is pushed to this device, and leads to its table.

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  // One notification a table: the latest takes the place of the one before.
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { href } = new URL(event.notification.data.url, self.location.origin);
  event.waitUntil(show(href));
});

// The table's own page if one is open, else a new one.
async function show(href) {
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => page.url === href);
  return open ? open.focus() : self.clients.openWindow(href);
}
