import type { ComponentProps, ReactNode } from 'react'
import './button.css'

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly icon?: ReactNode
}

/** A button with words. */
export function Button({ look = 'plain', icon, className = '', children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={`button button--${look} ${className}`} {...rest}>
      {icon}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its accessible name and tooltip. */
  readonly label: string
  readonly icon: ReactNode
  readonly pressed?: boolean
}

/** A button with a sign only; its name is spoken and shown on hover. */
export function IconButton({ label, icon, pressed, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      className={`icon-button ${className}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
    >
      {icon}
    </button>
  )
}
