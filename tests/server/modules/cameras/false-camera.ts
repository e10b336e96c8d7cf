// A camera of the tests: speaks RTSP as it is told to, well or badly.
import { createServer, type Socket } from 'node:net'

export interface Asked {
  method: string
  uri: string
  headers: Map<string, string>
}

export interface CameraLine {
  answer(status: string, headers?: readonly string[], body?: string): void
  packet(channel: number, bytes: Buffer): void
  raw(bytes: string | Buffer): void
  socket: Socket
}

export interface FalseCamera {
  address: string
  port: number
  asked: Asked[]
  connections(): number
  stop(): Promise<void>
}

export const SDP = [
  'v=0',
  'o=- 1 1 IN IP4 0.0.0.0',
  's=camera',
  't=0 0',
  'a=control:*',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 packetization-mode=1;profile-level-id=64001f;sprop-parameter-sets=Z2QAH6zZQFAFuwEQAAADABAAAAMDIPGDGWA=,aOvjyyLA',
  'a=control:trackID=1',
  'm=audio 0 RTP/AVP 8',
  'a=control:trackID=2',
  'm=application 0 RTP/AVP 107',
  'a=rtpmap:107 vnd.onvif.metadata/90000',
  'a=control:trackID=3',
  '',
].join('\r\n')

/** Answers each request; `undefined` from `perform` means that it is answered as a well-behaved camera does. */
export async function startFalseCamera(
  perform: (asked: Asked, line: CameraLine) => 'done' | undefined = () => undefined,
  onConnection: (line: CameraLine) => void = () => {},
): Promise<FalseCamera> {
  const asked: Asked[] = []
  const sockets = new Set<Socket>()
  let setUp = 0
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let rest = ''
    let sequence = '0'
    const line: CameraLine = {
      socket,
      answer: (status, headers = [], body = '') =>
        socket.write(
          [
            `RTSP/1.0 ${status}`,
            `CSeq: ${sequence}`,
            ...headers,
            ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
            '',
            body,
          ].join('\r\n'),
        ),
      packet(channel, bytes) {
        const head = Buffer.from([0x24, channel, 0, 0])
        head.writeUInt16BE(bytes.length, 2)
        socket.write(Buffer.concat([head, bytes]))
      },
      raw: bytes => socket.write(bytes),
    }
    onConnection(line)
    socket.on('data', bytes => {
      rest += bytes.toString('latin1')
      for (let end = rest.indexOf('\r\n\r\n'); end >= 0; end = rest.indexOf('\r\n\r\n')) {
        const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
        rest = rest.slice(end + 4)
        const [method = '', uri = ''] = first.split(' ')
        const headers = new Map(
          lines.map(one => [
            one.slice(0, one.indexOf(':')).toLowerCase(),
            one.slice(one.indexOf(':') + 1).trim(),
          ]),
        )
        sequence = headers.get('cseq') ?? '0'
        const one = { method, uri, headers }
        asked.push(one)
        if (perform(one, line) === 'done') continue
        if (method === 'DESCRIBE') line.answer('200 OK', ['Content-Type: application/sdp'], SDP)
        else if (method === 'SETUP') {
          const channels = `${setUp * 2}-${setUp * 2 + 1}`
          setUp++
          line.answer('200 OK', [
            `Transport: RTP/AVP/TCP;unicast;interleaved=${channels}`,
            'Session: abc1;timeout=60',
          ])
        } else if (method === 'TEARDOWN') {
          line.answer('200 OK')
          socket.end()
        } else line.answer('200 OK', ['Session: abc1'])
      }
    })
  })
  const port = await new Promise<number>(resolve => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  return {
    address: `rtsp://127.0.0.1:${port}/stream1`,
    port,
    asked,
    connections: () => sockets.size,
    stop: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
