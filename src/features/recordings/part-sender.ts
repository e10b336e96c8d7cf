// Sends one large video in parts, and goes on after whatever came between: what the server has is not sent again, a lost line is
// waited for, a damaged part comes once more. Reads the file once, from its beginning to its end.
import type { PartUpload } from '../../contract/endpoints/part-upload.ts'
import { bytesOfPart, partsOf } from '../../domain/recordings/part-upload.ts'
import { RequestError } from '../../platform/request-error.ts'
import type { Sha256 } from '../../platform/sha256.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
const LOOK_MS = 1_000
/** Damaged on its way so often: something between here and there is broken. */
const MOST_DAMAGED = 3
/** A whole that does not fit is looked through and sent again so often. */
const MOST_ROUNDS = 3

/** What a sender needs of the world. */
export interface SenderPorts {
  send(id: number, part: number, sha256: string, bytes: Blob, onPart: (share: number) => void): Promise<void>
  finish(id: number, sha256: string): Promise<PartUpload>
  stateOf(id: number): Promise<PartUpload>
  digest(bytes: ArrayBuffer): Promise<string>
  createSha256(): Sha256
  /** Rejects with `aborted` once the sending was stopped. */
  pause(ms: number): Promise<void>
}

export interface Sending {
  /** From 0 to 1, of the whole file. */
  onShare(share: number): void
  /** The line is lost, or back. */
  onLine(lost: boolean): void
  /** All is sent; the server looks at it. */
  onChecking(): void
}

/** Answers the id of the recording. Throws a `RequestError`. */
export async function sendInParts(
  file: Blob,
  begun: PartUpload,
  ports: SenderPorts,
  told: Sending,
): Promise<number> {
  let upload = begun
  for (let rounds = 0; ; rounds++) {
    if (upload.state === 'open') {
      const sha256 = await sendMissing(file, upload, ports, told)
      upload = await patiently(ports, told, () => ports.finish(upload.id, sha256))
    }
    told.onChecking()
    while (upload.state === 'checking') {
      await ports.pause(LOOK_MS)
      upload = await patiently(ports, told, () => ports.stateOf(upload.id))
    }
    if (upload.state === 'done' && upload.recordingId !== null) return upload.recordingId
    const again = upload.state === 'open' && upload.problem === 'upload.digest' && rounds < MOST_ROUNDS
    if (!again) throw new RequestError({ kind: 'refused', id: upload.problem ?? 'failed' })
  }
}

async function sendMissing(
  file: Blob,
  upload: PartUpload,
  ports: SenderPorts,
  told: Sending,
): Promise<string> {
  const there = new Map(upload.parts.map(({ part, sha256 }) => [part, sha256]))
  const whole = ports.createSha256()
  let sent = upload.parts.reduce((sum, { part }) => sum + bytesOfPart(file.size, part), 0)
  told.onShare(sent / file.size)
  for (let part = 0; part < partsOf(file.size); part++) {
    const from = part * upload.partBytes
    const piece = file.slice(from, from + bytesOfPart(file.size, part))
    const bytes = await piece.arrayBuffer()
    whole.update(new Uint8Array(bytes))
    const sha256 = await ports.digest(bytes)
    const known = there.get(part)
    // The same name and the same length, and another film.
    if (known !== undefined && known !== sha256)
      throw new RequestError({ kind: 'refused', id: 'upload.partDiffers' })
    if (known !== undefined) continue
    await sendOne(ports, told, () =>
      ports.send(upload.id, part, sha256, piece, share =>
        told.onShare((sent + share * piece.size) / file.size),
      ),
    )
    sent += piece.size
    told.onShare(sent / file.size)
  }
  return whole.end()
}

async function sendOne(ports: SenderPorts, told: Sending, send: () => Promise<void>): Promise<void> {
  for (let damaged = 0; ; ) {
    try {
      return await patiently(ports, told, send)
    } catch (error) {
      const hurt =
        error instanceof RequestError &&
        (error.id === 'upload.partDigest' || error.id === 'upload.partLength' || error.id === 'file.form')
      if (!hurt || ++damaged >= MOST_DAMAGED) throw error
    }
  }
}

/** Waits for a line that is lost and tries again, for as long as it takes. */
async function patiently<Answer>(
  ports: SenderPorts,
  told: Sending,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      const answer = await ask()
      told.onLine(false)
      return answer
    } catch (error) {
      if (!(error instanceof RequestError) || !error.passing) throw error
      told.onLine(true)
      await ports.pause(pauseMs)
    }
  }
}
