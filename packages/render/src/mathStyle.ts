/**
 * What MathML as written by temml needs beyond the browser's own style; loaded by pages with formulas only. The family
 * "Octavo Math" is for who has none of those before it: without a font for formulas nothing in them grows.
 */
export const mathStyle = `
math{font-family:"Cambria Math","STIX Two Math","STIXTwoMath-Regular","Latin Modern Math","NotoSansMath-Regular","Noto Sans Math","Octavo Math",math;line-height:normal;text-indent:0;letter-spacing:normal;font-feature-settings:"dtls" off}
math *{border-color:currentColor}
math.tml-display{display:block;width:100%;font-size:1.1em}
mfrac>:nth-child(2),msqrt,mover>:first-child{math-shift:compact}
mtable{border-collapse:collapse}
mo.tml-prime{font-feature-settings:"ssty"}
menclose,.menclose{display:inline-block;position:relative;padding:.5ex 0}
.tml-overline{padding:.1em 0 0;border-top:.065em solid}
.tml-underline{padding:0 0 .1em;border-bottom:.065em solid}
.tml-cancel{display:inline-block;position:absolute;left:.5px;bottom:0;width:100%;height:100%;background-color:currentColor;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.upstrike{clip-path:polygon(0 100%,0 calc(100% - .06em),calc(100% - .06em) 0,100% 0,100% .06em,.06em 100%)}
.downstrike{clip-path:polygon(0 0,.06em 0,100% calc(100% - .06em),100% 100%,calc(100% - .06em) 100%,0 .06em)}
.tml-xcancel{clip-path:polygon(0 0,.06em 0,50% calc(50% - .03em),calc(100% - .06em) 0,100% 0,100% .06em,calc(50% + .03em) 50%,100% calc(100% - .06em),100% 100%,calc(100% - .06em) 100%,50% calc(50% + .03em),.06em 100%,0 100%,0 calc(100% - .06em),calc(50% - .03em) 50%,0 .06em)}
.sout{clip-path:inset(calc(55% - .03em) 0 calc(45% - .03em))}
.tml-fbox{border:.0667em solid;padding:3pt}
.tml-left{text-align:left;text-align:-webkit-left}
.tml-right{text-align:right;text-align:-webkit-right}
.tml-hat-1{transform:scaleX(1.8)}.tml-hat-2{transform:scaleX(3.5)}.tml-hat-3{transform:scaleX(5.4)}.tml-hat-4{transform:scaleX(7.2)}
.tml-tilde-2{transform:scale(2,1.1)}.tml-tilde-3{transform:scale(3,1.1)}.tml-tilde-4{transform:scale(4,1.1)}
body{counter-reset:equation}
.tml-eqn::before{counter-increment:equation;content:"(" counter(equation) ")"}
mtable.tml-jot mtd{padding-top:.7ex;padding-bottom:.7ex}
mtable.tml-small mtd{padding-top:.35ex;padding-bottom:.35ex}
@supports (not (-moz-appearance:none)){.tml-sml-pad{padding-left:.05em}.tml-med-pad{padding-left:.1em}.tml-lrg-pad{padding-left:.15em}}
@supports (not (-webkit-backdrop-filter:blur(1px))) and (not (-moz-appearance:none)){.chr-sml{transform:translateX(.07em)}.chr-med{transform:translateX(.14em)}.chr-lrg{transform:translateX(.21em)}}
`
