// Face captures (人脸抓拍).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/getFaceList')({ staticData: { built: false } })
