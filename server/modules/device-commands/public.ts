// Commands to devices as other modules meet them: what devices answer, and the news of it.
export { type CommandAnswer, moveCommands } from './answers.ts'
export { type CommandMove, publishCommands } from './publish-commands.ts'
