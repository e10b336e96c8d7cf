// The part of the environment about how devices connect: TLS, proxies in front, how many, and how much tenants may say.
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { readTrustProxy } from '../settings/proxies.ts'
import { type Complain, type Read, row, whole } from '../settings/setting.ts'
import type { TlsFiles } from '../tls/material.ts'

const path = z.string()
const networks = z.pipe(
  z
    .string()
    .check(
      z.refine(
        text => Array.isArray(readTrustProxy(text)),
        'must be addresses and networks such as 10.0.0.0/8, separated by commas',
      ),
    ),
  z.transform(text => text.split(/[\s,]+/).filter(Boolean)),
)

/** Rows of the table of settings. */
export const brokerTable = {
  tlsPort: row(
    'MQTT_TLS_PORT',
    'Port of the broker over TLS, with the next two; without it there is none',
    whole(0, 65535),
  ),
  tlsCert: row(
    'MQTT_TLS_CERT',
    'File with the certificate of the TLS port and those between it and its authority (PEM)',
    path,
  ),
  tlsKey: row('MQTT_TLS_KEY', 'File with its private key (PEM, not encrypted)', path),
  tlsClientCa: row(
    'MQTT_TLS_CLIENT_CA',
    'File with the authorities whose certificates let a device in without its secret (PEM)',
    path,
  ),
  tlsClientCrl: row(
    'MQTT_TLS_CLIENT_CRL',
    'File with the lists of certificates that those authorities have revoked (PEM)',
    path,
  ),
  proxyProtocol: row(
    'MQTT_PROXY_PROTOCOL',
    '`required`: every connection to the device ports begins with a header of the PROXY protocol, version 1 or 2',
    z.enum(['off', 'required'], 'must be off or required'),
    'off',
  ),
  trustProxy: row(
    'MQTT_TRUST_PROXY',
    'Addresses and networks that such headers are taken from, separated by commas',
    networks,
  ),
  mostConnections: row(
    'MQTT_MAX_CONNECTIONS',
    'Connections to the device ports at the same time; more are closed at once',
    whole(1, 1_000_000),
    '20000',
  ),
  connectsPerSecond: row(
    'MQTT_CONNECTS_PER_SECOND',
    'Connections to the device ports that are heard in a second; the others wait for their turn',
    whole(1, 100_000),
    '500',
  ),
  tenantRate: row(
    'TENANT_MESSAGES_PER_MINUTE',
    'Messages a minute of the devices of one tenant, where the tenant has no figure of its own; 0: as many as they like. Emergencies, alarms and calls always get through',
    whole(0, 100_000_000),
    '0',
  ),
} as const

export interface EdgeConfig {
  /** Where and with what the broker speaks TLS. */
  mqttTls: { port: number; files: TlsFiles } | undefined
  /** Whose PROXY headers are demanded and believed; undefined: nobody's. */
  mqttProxies: readonly string[] | undefined
  mqttMostConnections: number
  mqttConnectsPerSecond: number
  /** Of a tenant that has no figure of its own; 0: no bounds. */
  tenantRate: number
}

export function readEdge(read: Read, complain: Complain, { simulate }: { simulate: boolean }): EdgeConfig {
  const table = brokerTable
  const proxies = read(table.trustProxy)
  const required = read(table.proxyProtocol) === 'required'
  if (required && !proxies)
    complain(
      'MQTT_PROXY_PROTOCOL: needs MQTT_TRUST_PROXY, the addresses of the proxies whose headers are believed',
    )
  if (!required && proxies) complain('MQTT_TRUST_PROXY: needs MQTT_PROXY_PROTOCOL=required')
  if (required && simulate)
    complain('MQTT_PROXY_PROTOCOL: the simulated fleet comes by no proxy, set SIMULATE=off')
  return {
    mqttTls: readTls(read, complain),
    mqttProxies: required ? (proxies ?? []) : undefined,
    mqttMostConnections: read(table.mostConnections) ?? 20_000,
    mqttConnectsPerSecond: read(table.connectsPerSecond) ?? 500,
    tenantRate: read(table.tenantRate) ?? 0,
  }
}

function readTls(read: Read, complain: Complain): EdgeConfig['mqttTls'] {
  const { tlsPort, tlsCert, tlsKey, tlsClientCa, tlsClientCrl } = brokerTable
  const port = read(tlsPort)
  const file = (one: { name: string; schema: typeof path }) => {
    const name = read(one)
    return name === undefined ? undefined : resolve(name)
  }
  const files = {
    cert: file(tlsCert),
    key: file(tlsKey),
    clientCa: file(tlsClientCa),
    clientCrl: file(tlsClientCrl),
  }
  if (port === undefined) {
    if (Object.values(files).some(Boolean))
      complain('MQTT_TLS_CERT, MQTT_TLS_KEY, MQTT_TLS_CLIENT_CA, MQTT_TLS_CLIENT_CRL: need MQTT_TLS_PORT')
    return undefined
  }
  const { cert, key, clientCa, clientCrl } = files
  if (clientCrl !== undefined && clientCa === undefined)
    complain('MQTT_TLS_CLIENT_CRL: needs MQTT_TLS_CLIENT_CA')
  if (cert === undefined || key === undefined) {
    complain('MQTT_TLS_PORT: needs MQTT_TLS_CERT and MQTT_TLS_KEY')
    return undefined
  }
  return { port, files: { cert, key, clientCa, clientCrl } }
}
