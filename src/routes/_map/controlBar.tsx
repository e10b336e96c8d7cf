// Control bar (控制台).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/controlBar')({ staticData: { built: false } })
