// What a camera says of itself over ONVIF, and what it does when asked.
import type { Socket } from 'node:net'
import { type Asking, ask, attributeOf, elements, escaped, OnvifError, textOf } from './soap.ts'

export interface OnvifProfile {
  token: string
  name: string
  codec: string
  width: number | null
  height: number | null
  canMove: boolean
}

export interface OnvifOptions {
  address: string
  account: { username: string; password: string } | undefined
  connect(host: string, port: number): Socket
}

const MOST_PROFILES = 12
const MOST_PRESETS = 200
const WSDL = 'http://www.onvif.org'

export interface OnvifCamera {
  describe(): Promise<{ maker: string; model: string; canMove: boolean }>
  profiles(): Promise<OnvifProfile[]>
  /** RTSP address of a profile. */
  addressOf(profile: string): Promise<string>
  move(speed: { pan: number; tilt: number; zoom: number }, forMs: number): Promise<void>
  stop(): Promise<void>
  presets(): Promise<{ token: string; name: string }[]>
  goTo(preset: string): Promise<void>
}

/** Rejects with `OnvifError`, here as in all that it answers. */
export async function openOnvif({ address, account, connect }: OnvifOptions): Promise<OnvifCamera> {
  // Proofs carry a time: cameras whose clock is wrong would refuse each of them.
  const asking: Asking = { account: undefined, connect, clockAheadMs: 0 }
  const clock = await ask(address, `<GetSystemDateAndTime xmlns="${WSDL}/ver10/device/wsdl"/>`, asking)
  asking.clockAheadMs = aheadOf(clock)
  asking.account = account
  const answer = await ask(
    address,
    `<GetCapabilities xmlns="${WSDL}/ver10/device/wsdl"><Category>All</Category></GetCapabilities>`,
    asking,
  )
  const serviceIn = (section: string) => {
    const [found] = elements(answer, section)
    const told = found && textOf(found.inner, 'XAddr')
    if (!told || !URL.canParse(told)) return undefined
    // Behind a translated address a camera tells its own: its path is right, its host may not be.
    const { protocol, host } = new URL(address)
    const { pathname, search } = new URL(told)
    return `${protocol}//${host}${pathname}${search}`
  }
  const [media, moving] = [serviceIn('Media'), serviceIn('PTZ')]
  let known: OnvifProfile[] | undefined

  const profiles = async (): Promise<OnvifProfile[]> => {
    if (known) return known
    if (!media) throw new OnvifError('refused')
    const told = await ask(media, `<GetProfiles xmlns="${WSDL}/ver10/media/wsdl"/>`, asking)
    known = elements(told, 'Profiles')
      .slice(0, MOST_PROFILES)
      .map(profile => {
        const [encoder] = elements(profile.inner, 'VideoEncoderConfiguration')
        const side = (name: string) => {
          const length = Number(encoder && textOf(encoder.inner, name))
          return Number.isInteger(length) && length > 0 && length < 65_536 ? length : null
        }
        return {
          token: attributeOf(profile, 'token') ?? '',
          name: textOf(profile.inner, 'Name') ?? '',
          codec: (encoder && textOf(encoder.inner, 'Encoding')) ?? '',
          width: side('Width'),
          height: side('Height'),
          canMove: moving !== undefined && elements(profile.inner, 'PTZConfiguration').length > 0,
        }
      })
      .filter(({ token }) => token !== '')
    return known
  }
  const mover = async (): Promise<{ service: string; token: string }> => {
    const found = (await profiles()).find(({ canMove }) => canMove)
    if (!moving || !found) throw new OnvifError('refused')
    return { service: moving, token: `<ProfileToken>${escaped(found.token)}</ProfileToken>` }
  }
  const command = async (name: string, more = ''): Promise<string> => {
    const { service, token } = await mover()
    return ask(service, `<${name} xmlns="${WSDL}/ver20/ptz/wsdl">${token}${more}</${name}>`, asking)
  }
  const schema = `xmlns="${WSDL}/ver10/schema"`

  return {
    profiles,
    async describe() {
      const told = await ask(address, `<GetDeviceInformation xmlns="${WSDL}/ver10/device/wsdl"/>`, asking)
      return {
        maker: (textOf(told, 'Manufacturer') ?? '').slice(0, 100),
        model: (textOf(told, 'Model') ?? '').slice(0, 100),
        canMove: (await profiles()).some(({ canMove }) => canMove),
      }
    },
    async addressOf(profile) {
      if (!media) throw new OnvifError('refused')
      const told = await ask(
        media,
        `<GetStreamUri xmlns="${WSDL}/ver10/media/wsdl"><StreamSetup><Stream ${schema}>RTP-Unicast</Stream><Transport ${schema}><Protocol>RTSP</Protocol></Transport></StreamSetup><ProfileToken>${escaped(profile)}</ProfileToken></GetStreamUri>`,
        asking,
      )
      const uri = textOf(told, 'Uri') ?? ''
      if (!uri.startsWith('rtsp://') || !URL.canParse(uri)) throw new OnvifError('refused')
      const url = new URL(uri)
      url.username = ''
      url.password = ''
      return url.href
    },
    async move({ pan, tilt, zoom }, forMs) {
      await command(
        'ContinuousMove',
        `<Velocity><PanTilt ${schema} x="${pan}" y="${tilt}"/><Zoom ${schema} x="${zoom}"/></Velocity><Timeout>PT${forMs / 1000}S</Timeout>`,
      )
    },
    async stop() {
      await command('Stop', '<PanTilt>true</PanTilt><Zoom>true</Zoom>')
    },
    async presets() {
      return elements(await command('GetPresets'), 'Preset')
        .slice(0, MOST_PRESETS)
        .flatMap(preset => {
          const token = attributeOf(preset, 'token')
          if (!token || token.length > 100) return []
          return [{ token, name: (textOf(preset.inner, 'Name') || token).slice(0, 100) }]
        })
    },
    async goTo(preset) {
      await command('GotoPreset', `<PresetToken>${escaped(preset)}</PresetToken>`)
    },
  }
}

/** By how much the clock of an answer is ahead; 0 where it says none. */
function aheadOf(answer: string): number {
  const [utc] = elements(answer, 'UTCDateTime')
  if (!utc) return 0
  const part = (name: string) => Number(textOf(utc.inner, name))
  const at = Date.UTC(
    part('Year'),
    part('Month') - 1,
    part('Day'),
    part('Hour'),
    part('Minute'),
    part('Second'),
  )
  return Number.isFinite(at) ? at - Date.now() : 0
}
