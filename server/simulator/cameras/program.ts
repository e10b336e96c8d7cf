// The simulated cameras in a program apart: started by the first who looks, ended with the server.
import process from 'node:process'
import { startSimulatedCameras } from './rtsp-server.ts'

if (process.send) {
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit(0))
  const { port } = await startSimulatedCameras()
  process.send({ port })
}
