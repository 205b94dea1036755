#!/usr/bin/env node
import { runCli } from "./index.ts";
import { processIo } from "./process-io.ts";

const io = processIo();
// A reader that has seen enough, such as `head`, closes the pipe; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
// Package runners change the directory. The config file and the default home are looked up where the caller stands.
if (io.directory !== process.cwd()) process.chdir(io.directory);
process.exitCode = await runCli(process.argv.slice(2), io);
