// Looks into an uploaded file: what it really is, and whether it is whole. Names and declared types count for nothing.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { type FileKind, uploadTypes } from '../../../src/domain/file/stored-file.ts'
import { Refused } from '../../http/refusal.ts'

/** Enough for every signature, and for the tables at the start of a video. */
const HEAD_BYTES = 65_536

/** The type by content, one of those that the kind accepts; anything else is refused. */
export async function typeOf(path: string, kind: FileKind, name: string): Promise<string> {
  const head = await headOf(path)
  const found = (await fileTypeFromBuffer(head))?.mime
  const accepted: readonly string[] = uploadTypes[kind]
  if (found === undefined) {
    const text = kind === 'file' && (await isText(path)) ? textType(head, name) : undefined
    if (text !== undefined) return text
    throw new Refused(wrongType(kind), { field: 'file' })
  }
  const type = aliases.get(found) ?? found
  if (!accepted.includes(type)) throw new Refused(wrongType(kind), { field: 'file' })
  if (kind === 'video') refuseBrokenVideo(head, type)
  return type
}

/** Plans often come as PDF, so their refusal has words of its own, which say what to send instead. */
const wrongType = (kind: FileKind) => (kind === 'plan' ? 'file.planType' : 'file.type')

const aliases = new Map([
  ['video/x-m4v', 'video/mp4'],
  ['video/matroska', 'video/webm'],
  ['image/apng', 'image/png'],
])

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** UTF-8 or a legacy encoding without control characters; a file that begins like a web page or a script is refused. */
async function isText(path: string): Promise<boolean> {
  let [first, utf8] = [true, true]
  const strict = new TextDecoder('utf-8', { fatal: true })
  const chinese = new TextDecoder('gb18030', { fatal: true })
  for await (const chunk of createReadStream(path)) {
    const bytes: Buffer = chunk
    // UTF-16 is full of zeros; everything else with one is no text.
    if (bytes.some(byte => byte === 0 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)))
      return false
    if (
      first &&
      /^[\uFEFF\s]*<(!doctype|html|svg|script|\?xml|body|head|iframe|object)/i.test(
        bytes.toString('latin1', 0, 4096).replace(/^ï»¿/, ''),
      )
    )
      return false
    first = false
    if (utf8) {
      try {
        strict.decode(bytes, { stream: true })
      } catch {
        utf8 = false
      }
    }
    try {
      chinese.decode(bytes, { stream: true })
    } catch {
      if (!utf8) return false
    }
  }
  return true
}

/** A name decides only between two kinds of text, neither of which is ever shown as a page. */
function textType(head: Buffer, name: string): string {
  if (/\.csv$/i.test(name)) return 'text/csv'
  const [line = ''] = head.toString('latin1').split(/\r?\n/)
  return !/\.\w{1,5}$/.test(name) && /[,;\t]/.test(line) ? 'text/csv' : 'text/plain'
}

// An MP4 is a chain of boxes, each of which begins with its own size: the first sizes must lead from box to box.
function refuseBrokenVideo(head: Buffer, type: string): void {
  if (type === 'video/webm') {
    if (head.indexOf('webm') < 0 || head.indexOf('webm') > 4096)
      throw new Refused('file.broken', { field: 'file' })
    return
  }
  let at = 0
  for (let boxes = 0; boxes < 3 && at + 8 <= head.length; boxes++) {
    const size = head.readUInt32BE(at)
    const name = head.toString('latin1', at + 4, at + 8)
    const plain = /^[a-zA-Z0-9 ]{4}$/.test(name)
    // 0: to the end of the file; 1: the size stands in eight bytes behind the name.
    if (!plain || (size !== 0 && size !== 1 && size < 8)) throw new Refused('file.broken', { field: 'file' })
    if (size === 0) return
    at += size === 1 ? Number(head.readBigUInt64BE(at + 8)) : size
  }
}
