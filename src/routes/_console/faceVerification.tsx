// Face verification (人脸审核).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/faceVerification')({ staticData: { built: false } })
