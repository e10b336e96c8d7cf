// The cameras' part of the environment: a gateway, and cameras on this machine. Media come in as those of conferences do.
import * as z from 'zod/mini'
import { type Complain, onOff, type Read, row } from '../../settings/setting.ts'

const NAME = '{name}'

/** Rows of the table of settings. */
export const cameraTable = {
  gateway: row(
    'CAMERA_GATEWAY',
    'Where a video gateway has a stream, with `{name}` for its name (`rtsp://mediamtx:8554/{name}`, or over WHEP `http://mediamtx:8889/{name}/whep`)',
    z.string().check(
      z.refine(text => {
        const url = text.replaceAll(NAME, 'name')
        return text.includes(NAME) && URL.canParse(url) && /^(?:rtsp|https?):$/.test(new URL(url).protocol)
      }, 'must be an address that starts with rtsp://, http:// or https:// and contains {name}'),
    ),
  ),
  gatewayToken: row('CAMERA_GATEWAY_TOKEN', 'Bearer token for the gateway’s WHEP', z.string()),
  loopback: row(
    'CAMERA_LOOPBACK',
    'Cameras may be on this machine, where a tenant’s networks say so: for trying out',
    onOff,
    'off',
  ),
} as const

export interface CameraConfig {
  gateway: string | undefined
  gatewayToken: string | undefined
  loopback: boolean
}

export function readCameras(read: Read, complain: Complain): CameraConfig {
  const gateway = read(cameraTable.gateway)
  const gatewayToken = read(cameraTable.gatewayToken)
  if (gatewayToken !== undefined && !gateway?.startsWith('http'))
    complain('CAMERA_GATEWAY_TOKEN: needs a CAMERA_GATEWAY that starts with http:// or https://')
  return { gateway, gatewayToken, loopback: read(cameraTable.loopback) ?? false }
}

export const addressAtGateway = (template: string, name: string): string => template.replaceAll(NAME, name)
