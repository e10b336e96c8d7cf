// A program that records pictures, ten a second, and says how many it was given: to be killed by whoever starts it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeWhole } from '../../../../server/modules/camera-recording/segment-file.ts'
import { recordFrames } from '../../../../server/modules/cameras/engine/record.ts'
import { h264Format, h264Frame } from '../../../fakes/h264-frames.ts'

const PICTURE_MS = 100

/** Milliseconds of pictures that are missing after a program was killed that had been given so many. */
export async function lostOfKilled(pictures: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-killed-'))
  try {
    const child = fork(import.meta.filename, [folder])
    let given = 0
    await new Promise<void>(resolve => {
      child.on('message', count => {
        given = Number(count)
        if (given >= pictures) resolve()
      })
    })
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const [file = ''] = readdirSync(folder)
    const made = await makeWhole(join(folder, file), join(folder, 'whole.mp4'))
    return (given - 1) * PICTURE_MS - (made?.durationMs ?? 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const [, program, folder] = process.argv
if (process.send && program === import.meta.filename && folder) {
  const consumer = recordFrames({ cameraId: 1, folder, why: 'always', segmentMs: 600_000 }, () => {})
  const startedAt = Date.now()
  let given = 0
  consumer.onFormat(h264Format())
  setInterval(() => {
    for (; startedAt + given * PICTURE_MS <= Date.now(); given++) {
      consumer.onFrame(h264Frame(given, startedAt))
      process.send?.(given + 1)
    }
  }, 10)
}
