// npm run create-administrator, verify-audit, backup, restore, support-bundle: installs what is missing, then runs the server's command of that name.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, environment, findNode, root } from './toolchain.mjs'

await ensureInstalled()
const [name, ...args] = process.argv.slice(2)
const { status } = spawnSync(findNode(), [`server/commands/${name}.ts`, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: environment(),
})
process.exit(status ?? 1)
