// Body temperature (体温).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/tempature_people')({ staticData: { built: false } })
