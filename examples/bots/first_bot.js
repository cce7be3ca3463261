#!/usr/bin/env node
// A bot for farmtable in one file, with nothing but Node: it takes the first of its legal actions.
//
// farmtable simulate aehre --bots "stdio:node examples/bots/first_bot.js,greedy"

const lines = require("node:readline").createInterface({ input: process.stdin });
let asked;
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

lines.on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case "hello":
      say({ type: "hello", protocol: 1, name: "first bot in JavaScript", wants: ["legal"] });
      break;
    case "new_game":
      if (!message.shows.includes("legal")) { // as under evaluate, unless its name says legal=on
        process.stderr.write("it needs the list of legal actions; call it stdio:legal=on:...\n");
        process.exit(1);
      }
      say({ type: "ready" });
      break;
    case "choose":
      asked = message;
      say({ type: "action", id: asked.id, action: asked.legal[0].action });
      break;
    case "refused":
      process.stderr.write(`refused: ${message.reason}\n`);
      if (message.tries > 0) say({ type: "action", id: asked.id, action: asked.legal[0].action });
      break;
    case "quit":
      process.exit(0);
  }
});
