// The `octavo` of the pages: has the command run where the command line is loaded already. usage: octavo.mjs [ARGUMENTS...]
import { connect } from "node:net"
import { text } from "node:stream/consumers"

const socket = connect(process.env.GUIDES_SOCKET)
socket.end(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), env: process.env }))
const { code, stderr, stdout } = JSON.parse(await text(socket))
process.stdout.write(stdout)
process.stderr.write(stderr)
process.exitCode = code
