// Takes back a call into a room that still rings; who has answered meanwhile is in the room, and stays.
import { callOff } from '../../contract/endpoints/conference.ts'
import { sendRequest } from '../../platform/http.ts'
import { showFailure } from '../../resource/run-command.ts'

export const stopCalling = (roomId: string, key: string): Promise<void> =>
  sendRequest(callOff, { roomId, keys: [key] }).then(() => {}, showFailure)
