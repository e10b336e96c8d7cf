// The live half of the server: broker, ingestion, and in demo mode the simulated fleet.
import type { Server } from 'node:http'
import { type Broker, startBroker } from './broker/start.ts'
import type { Parts } from './parts.ts'
import { readDemoFleet } from './simulator/demo-fleet.ts'
import { DEMO_DEVICES } from './simulator/secret.ts'
import { type Simulator, startSimulator } from './simulator/simulator.ts'

export interface Live {
  broker: Broker
  simulator: Simulator | undefined
  stop(): Promise<void>
}

/** Starts what moves. `server` is the HTTP server that also carries `/mqtt`. */
export async function startLive(
  { config, log, data, bus, sessions, lines }: Parts,
  { ownerUrl, server }: { ownerUrl: string; server: Server },
): Promise<Live> {
  const broker = await startBroker({ config, log, data, bus, sessions, ownerUrl, server })
  lines.connectedPeople = broker.embedded.connectedPeople
  lines.isReachable = accountId =>
    config.mqttUrl !== undefined || broker.embedded.connectedPeople().has(accountId)
  const simulator =
    config.simulate && config.demo
      ? startSimulator({
          ...(await readDemoFleet(data, config.secrets.keyFor(DEMO_DEVICES))),
          url: config.mqttUrl ?? `mqtt://127.0.0.1:${broker.port}`,
          onError: error => log.debug({ err: error }, 'A simulated device was refused'),
        })
      : undefined
  return {
    broker,
    simulator,
    stop: async () => {
      await simulator?.stop()
      await broker.stop()
    },
  }
}
