// Recording of rooms that the cloud service carries. Its StartRecord takes the keys of the storage: they stay here. The page
// has a handle instead, and this server says the command in the page's own conversation with the service.
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import {
  type Command,
  type Message,
  POST_RETRIES_PAUSE_MS,
  type recordingCommand,
  rets,
  SERVICE,
} from '../../../src/contract/conference-wire.ts'
import { POST_RETRIES, recordingConfig } from '../../../src/domain/conference/conference.ts'
import type { CloudStorage } from './settings.ts'

/** All attempts of one command together. */
const PATIENCE_MS = 9_000

export interface CloudRecord {
  /** The page's conversation with the service. */
  confNum: string
  instanceId: string
  accountName: string
  on: boolean
  video: boolean
  fileName: string
  /** What the recording is called. */
  name: string
}

export interface CloudRecorder {
  /** Resolves when the service has taken the command; what came of it is told to the page. */
  say(asked: CloudRecord): Promise<void>
}

/** Text of the command; throws where a field is missing. */
function commandText({ on, video, fileName, name }: CloudRecord, storage: CloudStorage): string {
  const config = z.parse(recordingConfig, { ...storage, video, fileName, name })
  const command: z.input<typeof recordingCommand> = on
    ? {
        Cmd: 'StartRecord',
        Video: config.video,
        Storage: {
          Protocol: storage.protocol,
          AccessKey: config.accessKey,
          SecretKey: config.secretKey,
          BucketName: config.bucketName,
          FileKey: config.fileName,
          ...('uploadEndPoint' in config && { UploadEndpoint: config.uploadEndPoint }),
        },
      }
    : { Cmd: 'StopRecord' }
  return Buffer.from(JSON.stringify(command)).toString('base64')
}

const setAnswer = z.object({ ret: z.int() })

export function createCloudRecorder(
  { url, storage }: { url: string; storage: CloudStorage },
  ask: typeof fetch = fetch,
): CloudRecorder {
  return {
    async say(asked) {
      const command: Command = { cmd: 'sendtext', text: commandText(asked, storage) }
      const message: Message = {
        from: asked.accountName,
        to: SERVICE,
        type: 'cmd',
        txt: JSON.stringify(command),
      }
      const place = [asked.confNum, asked.instanceId].map(encodeURIComponent).join('/')
      const signal = AbortSignal.timeout(PATIENCE_MS)
      for (let left = POST_RETRIES; ; left--) {
        const response = await ask(`${url}/v1/set/${place}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ data: [JSON.stringify(message)] }),
          redirect: 'error',
          signal,
        }).catch(() => undefined)
        if (response?.status === 200) {
          const read = z.safeParse(setAnswer, await response.json().catch(() => undefined))
          // One that says nothing of it has taken it.
          if (!read.success || read.data.ret === rets.ok) return
          throw new Error(`the conference service refused with ${read.data.ret}`)
        }
        await response?.body?.cancel()
        if (left === 0) throw new Error('the conference service cannot be reached')
        await wait(POST_RETRIES_PAUSE_MS, undefined, { signal })
      }
    },
  }
}
