// npm run create-administrator: installs what is missing, then asks for the first administrator.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, environment, findNode, root } from './toolchain.mjs'

await ensureInstalled()
const { status } = spawnSync(findNode(), ['server/commands/create-administrator.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: environment(),
})
process.exit(status ?? 1)
