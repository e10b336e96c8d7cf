// The calls that a wall may make. What is not here is refused, whatever its figures are of.
import { defaultPath, type Endpoint } from './endpoint.ts'
import { fleetPoints, mapConfig } from './endpoints/map.ts'
import { sceneSnapshot } from './endpoints/scene.ts'
import { wallBoard, wallWatch } from './endpoints/wall.ts'

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${defaultPath(endpoint)}`
const calls = new Set([sceneSnapshot, fleetPoints, mapConfig, wallWatch, wallBoard].map(nameOf))

export const isWallCall = (endpoint: Endpoint): boolean => calls.has(nameOf(endpoint))
