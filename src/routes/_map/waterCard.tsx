// Water pressure and meter (水压水表).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/waterCard')({ staticData: { built: false } })
