// A video that doors do not play, or that is too large, is converted before it goes up: offered first, and said where it cannot be.
import { msg } from '@lingui/core/macro'
import { LONGEST_ADVERT_MS } from '../../domain/advert/advertisement.ts'
import { type FilmFacts, planFilm } from '../../domain/advert/film.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { RequestError } from '../../platform/request-error.ts'
import type { Preparing } from '../../resource/upload-field.tsx'
import { FileRefused } from '../../resource/upload-rules.ts'
import { formatName, targetName } from './film-words.ts'

/** What goes up; undefined where nothing is to. Throws what the person is told. */
export async function fitFilm(file: File, { signal, onProgress, ask }: Preparing): Promise<File | undefined> {
  onProgress(msg`Looking into the video`)
  // Large, and needed by nobody who only looks at advertisements.
  const converter = await import('../../platform/film-converter.ts').catch(() => undefined)
  const facts = await converter?.lookInto(file)
  // What cannot be looked into here is the server's to judge.
  if (!converter || !facts) return file
  const plan = planFilm(facts)
  if (plan.do === 'send') return file
  if (plan.do === 'refuse')
    throw new RequestError({
      ...{ kind: 'refused', id: plan.id },
      ...(plan.id === 'advert.tooLong' && { params: { max: LONGEST_ADVERT_MS / MINUTE_MS } }),
    })
  const { why, copies } = plan
  const target = await converter.firstTarget(facts, copies)
  const carried = copies && target?.codec === facts.codec
  if (!carried && !(await converter.canRead(file))) throw unreadable(facts)
  if (!target) throw unwritable()
  if (
    signal.aborted ||
    !(await ask(questionOf(why, formatName(facts.codec, facts.format), targetName(target))))
  )
    return undefined
  try {
    const onPart = (part: number) => onProgress(msg`Converting the video`, part)
    onPart(0)
    return await converter.convertFilm(file, { facts, target, copies, signal, onProgress: onPart })
  } catch {
    throw new FileRefused(
      msg`The video could not be converted here. Doors play MP4 with H.264 and WebM with VP8 or VP9: save it in one of these.`,
    )
  }
}

function questionOf(why: 'format' | 'size', format: string, target: string) {
  const words =
    why === 'format'
      ? msg`Doors do not play ${format}. Convert the video to ${target} here?`
      : msg`The video is larger than 20 MB. Convert it here to ${target} that is small enough?`
  return { words, yes: msg`Convert` }
}

function unreadable({ codec, format }: FilmFacts): FileRefused {
  const found = formatName(codec, format)
  return new FileRefused(
    msg`Doors do not play ${found}, and this browser cannot convert it. Doors play MP4 with H.264 and WebM with VP8 or VP9: save it in one of these.`,
  )
}

const unwritable = () =>
  new FileRefused(
    msg`This browser cannot convert videos. Doors play MP4 with H.264 and WebM with VP8 or VP9, up to 20 MB: save it in one of these.`,
  )
