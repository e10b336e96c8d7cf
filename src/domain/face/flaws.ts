// What is wrong with a picture of a face. Refusals of an upload are called the same on the wire.

/** What makes a picture unusable wherever it is used. */
export const pictureFlaws = [
  'face.none',
  'face.several',
  'face.small',
  'face.blurred',
  'face.dark',
  'face.bright',
] as const
export type PictureFlaw = (typeof pictureFlaws)[number]

/** Of a sample also what its library and the person's other samples say. */
export const faceFlaws = [...pictureFlaws, 'face.quality', 'face.notSamePerson', 'face.otherPerson'] as const
