// Face libraries (人脸库).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/faceList')({ staticData: { built: false } })
