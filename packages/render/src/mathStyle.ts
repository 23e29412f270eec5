/** What MathML as written by temml needs beyond the browser's own style; loaded by pages with formulas only. */
export const mathStyle = `
math{font-family:"Cambria Math","STIX Two Math","STIXTwoMath-Regular","Latin Modern Math","NotoSansMath-Regular",math;line-height:normal;text-indent:0;letter-spacing:normal;font-feature-settings:"dtls" off}
math *{border-color:currentColor}
math.tml-display{display:block;width:100%;font-size:1.1em}
mfrac>:nth-child(2),msqrt,mover>:first-child{math-shift:compact}
.menclose{display:inline-block;position:relative;padding:.5ex 0}
.tml-cancel{display:inline-block;position:absolute;left:.5px;bottom:0;width:100%;height:100%;background-color:currentColor}
.upstrike{clip-path:polygon(0 100%,0 calc(100% - .06em),calc(100% - .06em) 0,100% 0,100% .06em,.06em 100%)}
.downstrike{clip-path:polygon(0 0,.06em 0,100% calc(100% - .06em),100% 100%,calc(100% - .06em) 100%,0 .06em)}
.tml-fbox{border:.0667em solid;padding:3pt}
.tml-left,.tml-eqn{text-align:left}
.tml-right{text-align:right}
mtable.tml-jot mtd{padding-top:.7ex;padding-bottom:.7ex}
mtable.tml-small mtd{padding-top:.35ex;padding-bottom:.35ex}
@supports (not (-moz-appearance:none)){.tml-sml-pad{padding-left:.05em}.tml-med-pad{padding-left:.1em}.tml-lrg-pad{padding-left:.15em}}
`
