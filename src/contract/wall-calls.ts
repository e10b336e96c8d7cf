// The calls that a wall may make. What is not here is refused, whatever its figures are of.
import { defaultPath, type Endpoint } from './endpoint.ts'
import { camerasHealth, keepViews, leaveView, videoSetup, watchCamera } from './endpoints/cameras.ts'
import { fleetPoints, mapConfig } from './endpoints/map.ts'
import { sceneSnapshot } from './endpoints/scene.ts'
import { wallBoard, wallPlan, wallWatch } from './endpoints/wall.ts'

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${defaultPath(endpoint)}`
const calls = new Set(
  [
    ...[sceneSnapshot, fleetPoints, mapConfig, wallWatch, wallBoard, wallPlan],
    // Of cameras that stand on its boards; the server looks.
    ...[videoSetup, watchCamera, keepViews, leaveView, camerasHealth],
  ].map(nameOf),
)

export const isWallCall = (endpoint: Endpoint): boolean => calls.has(nameOf(endpoint))
