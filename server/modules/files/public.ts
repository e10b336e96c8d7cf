// Files as other modules meet them: taken in, opened, and kept in one of the storages.
export { typeOf } from './inspect.ts'
export { cleanName, holdQuota, keepUpload, type UploadParts } from './keep-upload.ts'
export { openUpload } from './open-upload.ts'
export { rewritePicture } from './picture.ts'
export type { Place, Storages } from './storage.ts'
