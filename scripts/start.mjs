// npm start: installs and builds what is missing, then runs the server until it is told to stop.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, environment, findNode, root, stop } from './toolchain.mjs'

await ensureInstalled()
const node = findNode()
await ensureBuilt()

// What a flood of connections leaves behind in a second is swept often and quickly; without a bound the engine gives the
// sweepings four times the room, sweeps for longer at a time, and keeps the room.
const server = spawn(node, ['--max-semi-space-size=16', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: environment(),
})
server.on('error', error => stop(`The server does not start: ${error.message}`))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 0 : 1)))
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT'])) {
  process.on(signal, () => {
    // A Ctrl-C in a terminal reaches the server by itself; twice would cut its shutdown short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })
}

// npm passes a signal to the shell between it and us, which dies of it and tells nobody.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    server.kill('SIGTERM')
  }, 300)
}
