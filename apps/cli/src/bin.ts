#!/usr/bin/env node
/**
 * First file of the `octavo` command as it is installed: says when Node is too old, whatever was asked for. So an old
 * Node must be able to read it (16, and 12 too): it imports nothing before it has looked.
 */

/** The oldest Node that Octavo runs on, as `engines` of the packages says. */
const [oldestMajor, oldestMinor] = [22, 19]

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  process.stderr.write(
    `octavo: This is Node ${process.versions.node}, and Octavo needs ${oldestMajor}.${oldestMinor} or newer: install one from https://nodejs.org or with your version manager\n`
  )
  process.exitCode = 1
} else void import("./start.ts").then(({ start }) => start(import.meta.url))
