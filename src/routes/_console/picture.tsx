// Photos (照片管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/picture')({ staticData: { built: false } })
