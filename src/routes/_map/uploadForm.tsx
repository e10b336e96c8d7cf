// Upload (上传).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/uploadForm')({ staticData: { built: false } })
