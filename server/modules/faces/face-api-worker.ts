// The program of the optional engine: @vladmandic/face-api on TensorFlow's WebAssembly, out of a folder that whoever runs
// the server has installed it into. Forked by `worker-engine.ts`; prints nothing and opens no port.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LookAnswer, LookOrder } from './engine-wire.ts'

interface Found {
  detection: { score: number; box: { x: number; y: number; width: number; height: number } }
  descriptor: Float32Array
}

interface Net {
  loadFromDisk(folder: string): Promise<void>
}

interface Tensor {
  dispose(): void
}

/** What is used of the package. */
interface FaceApi {
  tf: {
    tensor3d(values: Uint8Array, shape: [number, number, number], type: 'int32'): Tensor
    setBackend(name: string): Promise<boolean>
    ready(): Promise<void>
  }
  nets: { ssdMobilenetv1: Net; faceLandmark68Net: Net; faceRecognitionNet: Net }
  SsdMobilenetv1Options: new (options: { minConfidence: number; maxResults: number }) => object
  detectAllFaces(
    picture: Tensor,
    options: object,
  ): { withFaceLandmarks(): { withFaceDescriptors(): PromiseLike<Found[]> } }
}

interface WasmBackend {
  setWasmPaths(folder: string): void
}

/** Below this the detector sees faces in clouds; what is doubtful is judged by the server. */
const LEAST_SCORE = 0.3
const MOST_FACES = 20

async function open(folder: string): Promise<{ api: FaceApi; model: string }> {
  const found = createRequire(join(folder, 'package.json'))
  const main = found.resolve('@vladmandic/face-api/package.json')
  const about: { version: string } = JSON.parse(readFileSync(main, 'utf8'))
  const wasm = found.resolve('@tensorflow/tfjs-backend-wasm')
  const backend: WasmBackend = await import(pathToFileURL(wasm).href)
  backend.setWasmPaths(`${dirname(wasm)}/`)
  // The package's own build for this place, by its path: it names no such entry.
  const program = join(dirname(main), 'dist/face-api.node-wasm.js')
  const module: { default: FaceApi } = await import(pathToFileURL(program).href)
  const api = module.default
  await api.tf.setBackend('wasm')
  await api.tf.ready()
  const weights = join(dirname(main), 'model')
  await api.nets.ssdMobilenetv1.loadFromDisk(weights)
  await api.nets.faceLandmark68Net.loadFromDisk(weights)
  await api.nets.faceRecognitionNet.loadFromDisk(weights)
  return { api, model: `face-api ${about.version}` }
}

const opened = open(process.argv[2] ?? '.')
// Said in answer to the first picture; until then nobody listens.
opened.catch(() => undefined)

async function look({ no, width, height, rgb }: LookOrder): Promise<LookAnswer> {
  const { api, model } = await opened
  const picture = api.tf.tensor3d(rgb, [height, width, 3], 'int32')
  try {
    const options = new api.SsdMobilenetv1Options({ minConfidence: LEAST_SCORE, maxResults: MOST_FACES })
    const found = await api.detectAllFaces(picture, options).withFaceLandmarks().withFaceDescriptors()
    return {
      no,
      model,
      faces: found.map(({ detection: { score, box }, descriptor }) => ({
        score,
        box: { x: box.x, y: box.y, width: box.width, height: box.height },
        embedding: Float32Array.from(descriptor),
      })),
    }
  } finally {
    picture.dispose()
  }
}

process.on('message', (order: LookOrder) => {
  void look(order)
    .catch(
      (error: unknown): LookAnswer => ({
        no: order.no,
        problem: String(error instanceof Error ? error.message : error).slice(0, 500),
      }),
    )
    .then(answer => process.send?.(answer))
})
// The server is gone.
process.on('disconnect', () => process.exit(0))
