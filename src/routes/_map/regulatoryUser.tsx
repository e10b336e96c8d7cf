// Monitored person (监管人员).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/regulatoryUser')({ staticData: { built: false } })
