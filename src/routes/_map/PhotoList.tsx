// Photos (照片).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/PhotoList')({ staticData: { built: false } })
