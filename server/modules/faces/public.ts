// Faces as other modules meet them: pictures that are kept and given out, samples that are made of them, and their erasure.
export { eraseSamples, eraseWaiting } from './erase.ts'
export type { Faces } from './faces.ts'
export { givePicture, keepPicture, openPicture } from './pictures.ts'
export { refuseUnfit } from './stores.ts'
export { holdFaces, outdateGallery } from './switch.ts'
