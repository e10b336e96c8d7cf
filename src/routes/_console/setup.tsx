// Set up (开始设置): the guide of the first hour.
import { createFileRoute } from '@tanstack/react-router'
import { SetupScreen } from '../../app/setup-screen.tsx'

export const Route = createFileRoute('/_console/setup')({ component: SetupScreen })
