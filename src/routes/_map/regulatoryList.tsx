// Monitored persons (监管对象).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/regulatoryList')({ staticData: { built: false } })
