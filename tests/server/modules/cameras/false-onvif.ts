// A camera of the tests that answers ONVIF: its profiles, its places, and what it was told to do.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

export interface FalseOnvif {
  address: string
  told: string[]
  stop(): Promise<void>
}

const PROFILE = (token: string, encoding: string, width: number) =>
  `<trt:Profiles token="${token}" fixed="true"><tt:Name>${token} &amp; more</tt:Name><tt:VideoEncoderConfiguration token="v"><tt:Encoding>${encoding}</tt:Encoding><tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>360</tt:Height></tt:Resolution></tt:VideoEncoderConfiguration><tt:PTZConfiguration token="p"/></trt:Profiles>`

/** `clockAheadMs`: its clock is wrong, and proofs must go by it. */
export async function startFalseOnvif(password: string, clockAheadMs = 0): Promise<FalseOnvif> {
  const told: string[] = []
  const isProven = (body: string) => {
    const field = (name: string) => new RegExp(`<${name}(?: [^>]*)?>([^<]*)<`).exec(body)?.[1] ?? ''
    const created = field('Created')
    const digest = createHash('sha1')
      .update(Buffer.concat([Buffer.from(field('Nonce'), 'base64'), Buffer.from(created + password)]))
      .digest('base64')
    const isFresh = Math.abs(Date.parse(created) - Date.now() - clockAheadMs) < 5_000
    return field('Username') === 'viewer' && digest === field('Password') && isFresh
  }
  const answers: [RegExp, () => string][] = [
    [
      /GetCapabilities/,
      () =>
        '<tt:Media><tt:XAddr>http://192.168.1.64/onvif/media</tt:XAddr></tt:Media><tt:PTZ><tt:XAddr>http://192.168.1.64/onvif/ptz</tt:XAddr></tt:PTZ>',
    ],
    [
      /GetProfiles/,
      () => PROFILE('main5', 'H265', 2560) + PROFILE('main', 'H264', 1920) + PROFILE('sub', 'H264', 640),
    ],
    [/GetStreamUri/, () => '<tt:Uri>rtsp://admin:secret@10.0.0.9:554/stream</tt:Uri>'],
    [
      /GetDeviceInformation/,
      () => '<tds:Manufacturer>Maker &lt;1&gt;</tds:Manufacturer><tds:Model>M</tds:Model>',
    ],
    [
      /GetPresets/,
      () => '<tptz:Preset token="1"><tt:Name>Gate</tt:Name></tptz:Preset><tptz:Preset token="2"/>',
    ],
    [/ContinuousMove|Stop|GotoPreset/, () => '<ok/>'],
  ]
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', part => {
      body += part
    })
    request.on('end', () => {
      const say = (status: number, text: string) =>
        response
          .writeHead(status, { 'content-type': 'application/soap+xml' })
          .end(`<s:Envelope><s:Body>${text}</s:Body></s:Envelope>`)
      if (body.includes('GetSystemDateAndTime')) {
        const at = new Date(Date.now() + clockAheadMs)
        return say(
          200,
          `<tt:UTCDateTime><tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date></tt:UTCDateTime>`,
        )
      }
      if (!isProven(body)) return say(400, '<ter:NotAuthorized/>')
      const [name = ''] = /ContinuousMove|Stop|GotoPreset/.exec(body) ?? []
      if (name !== '') told.push(`${request.url} ${/<s:Body>(.*)<\/s:Body>/.exec(body)?.[1] ?? ''}`)
      const found = answers.find(([pattern]) => pattern.test(body))
      say(found ? 200 : 500, found?.[1]() ?? '')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    address: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/onvif/device_service`,
    told,
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
