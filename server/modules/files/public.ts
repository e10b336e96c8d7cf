// Files as other modules meet them: taken in, opened, and kept in one of the storages.
export { typeOf } from './inspect.ts'
export { cleanName, holdQuota, keepFile, keepUpload, type UploadParts, usedBytes } from './keep-upload.ts'
export { openUpload, uploadKey } from './open-upload.ts'
export { rewritePicture } from './picture.ts'
export type { FileConfig } from './settings.ts'
export type { Place, Storages } from './storage.ts'
export { throwAway } from './sweep.ts'
export { uploadedFile } from './uploaded-file.ts'
