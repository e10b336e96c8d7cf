// Face samples (人脸样本).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/FaceEntities')({ staticData: { built: false } })
