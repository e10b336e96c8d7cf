// Log in (登录).
import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '../app/login-screen.tsx'

export const Route = createFileRoute('/login')({ component: LoginScreen })
