// Devices as other modules meet them: found by IMEI, with settings and commands written for them.
export { savePayloads } from './channel.ts'
export { overtakeSettings, queueCommand, queueCommands } from './commands.ts'
export { deviceByImei, refusePeriod } from './device-endpoints.ts'
export { endOldSecret, endOldSecrets, giveSecret } from './rotation.ts'
export { chosenDevices } from './secret.ts'
