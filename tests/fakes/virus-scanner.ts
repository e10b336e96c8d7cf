// ClamAV's daemon for tests: takes INSTREAM as the real one does, and finds one text.
import { createServer } from 'node:net'

export interface VirusScanner {
  address: string
  /** Bytes of each file that it was sent whole. */
  files: Buffer[]
  /** What it does: looks, answers that it cannot, or says nothing and closes. */
  mood: 'looking' | 'full' | 'silent'
  stop(): Promise<void>
}

export async function startVirusScanner(evil: string): Promise<VirusScanner> {
  const scanner: VirusScanner = { address: '', files: [], mood: 'looking', stop: async () => {} }
  const server = createServer(socket => {
    let heard = Buffer.alloc(0)
    const file: Buffer[] = []
    let greeted = false
    socket.on('error', () => socket.destroy())
    socket.on('data', part => {
      heard = Buffer.concat([heard, part])
      if (!greeted) {
        if (heard.length < 10) return
        if (heard.toString('latin1', 0, 10) !== 'zINSTREAM\0') return socket.end('UNKNOWN COMMAND\0')
        greeted = true
        heard = heard.subarray(10)
        if (scanner.mood === 'silent') return socket.end()
        if (scanner.mood === 'full') return socket.end('INSTREAM size limit exceeded. ERROR\0')
      }
      while (heard.length >= 4) {
        const length = heard.readUInt32BE(0)
        if (length === 0) {
          const whole = Buffer.concat(file)
          scanner.files.push(whole)
          return socket.end(whole.includes(evil) ? 'stream: Test-Signature FOUND\0' : 'stream: OK\0')
        }
        if (heard.length < 4 + length) return
        file.push(heard.subarray(4, 4 + length))
        heard = heard.subarray(4 + length)
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  scanner.address = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  scanner.stop = () => new Promise(resolve => void server.close(() => resolve()))
  return scanner
}
