// Photos that belong to a row: the addresses of uploaded files, in their order.
import * as z from 'zod/mini'
import { uploadedFile } from '../media/review.ts'

export const MOST_PHOTOS = 9

export const photoList = z.array(uploadedFile).check(z.maxLength(MOST_PHOTOS))
